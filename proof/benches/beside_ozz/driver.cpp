// Lets ozz-animation's IKTwoBoneJob solve what mod.rs asks. Only this file is ours: see docs/ik.md for how it is built.

#include "ozz/animation/runtime/ik_two_bone_job.h"
#include "ozz/base/maths/simd_quaternion.h"

using ozz::animation::IKTwoBoneJob;
using ozz::math::Float4x4;
using ozz::math::SimdFloat4;
using ozz::math::SimdQuaternion;

// As Question and Answer in mod.rs.
struct Question {
    Float4x4 start, mid, end;
    SimdFloat4 target, pole, mid_axis, soften;
};

struct Answer {
    SimdQuaternion start, mid;
};

extern "C" void solve(const Question* questions, Answer* answers, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const Question& question = questions[i];
        IKTwoBoneJob job;
        job.target = question.target;
        job.pole_vector = question.pole;
        job.mid_axis = question.mid_axis;
        job.soften = ozz::math::GetX(question.soften);
        job.start_joint = &question.start;
        job.mid_joint = &question.mid;
        job.end_joint = &question.end;
        job.start_joint_correction = &answers[i].start;
        job.mid_joint_correction = &answers[i].mid;
        job.Run();
    }
}
