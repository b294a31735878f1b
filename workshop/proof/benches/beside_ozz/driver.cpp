// Lets ozz-animation do what the benches ask. Only this file is ours: see docs/speed.md for how it is built.

#include <cmath>
#include <memory>

#include "ozz/animation/offline/animation_builder.h"
#include "ozz/animation/offline/raw_animation.h"
#include "ozz/animation/offline/raw_skeleton.h"
#include "ozz/animation/offline/skeleton_builder.h"
#include "ozz/animation/runtime/animation.h"
#include "ozz/animation/runtime/local_to_model_job.h"
#include "ozz/animation/runtime/sampling_job.h"
#include "ozz/animation/runtime/skeleton.h"
#include "ozz/base/maths/soa_transform.h"

using namespace ozz::animation;
using ozz::math::Float4x4;

// As Keys and Joint in player.rs: times in seconds, and three or four numbers for each.
struct Keys {
    const float *times, *values;
    size_t count;
};

struct Joint {
    // -1 for a root.
    ptrdiff_t parent;
    Keys translations, rotations, scales;
};

namespace {

struct Character {
    float time;
    std::unique_ptr<SamplingJob::Context> context;
};

struct Player {
    ozz::unique_ptr<Skeleton> skeleton;
    ozz::unique_ptr<Animation> animation;
    std::vector<Float4x4> joints_from_bind;
    std::vector<Character> characters;
    // For one character after the other.
    std::vector<ozz::math::SoaTransform> locals;
    std::vector<Float4x4> models;
};

offline::RawSkeleton::Joint::Children children(const Joint* joints, size_t count, ptrdiff_t parent) {
    offline::RawSkeleton::Joint::Children all;
    for (size_t i = 0; i < count; ++i) {
        if (joints[i].parent != parent) continue;
        offline::RawSkeleton::Joint joint;
        joint.name = std::to_string(i).c_str();
        joint.transform = ozz::math::Transform::identity();
        joint.children = children(joints, count, static_cast<ptrdiff_t>(i));
        all.push_back(joint);
    }
    return all;
}

ozz::math::Float3 three(const float* v) { return {v[0], v[1], v[2]}; }
ozz::math::Quaternion four(const float* v) { return {v[0], v[1], v[2], v[3]}; }

template <typename To, typename Value>
void take(const Keys& keys, size_t numbers, Value value, To& to) {
    for (size_t k = 0; k < keys.count; ++k) to.push_back({keys.times[k], value(keys.values + numbers * k)});
}

}  // namespace

// A clip, and so many characters who play it, each from its own second on. Nothing, if ozz-animation would have the
// joints in another order, or does not take the keys.
extern "C" Player* new_player(const Joint* joints, const Float4x4* joints_from_bind, size_t count, float seconds,
                              const float* starts, size_t characters) {
    offline::RawSkeleton raw_skeleton;
    raw_skeleton.roots = children(joints, count, -1);
    offline::RawAnimation raw;
    raw.duration = seconds;
    raw.tracks.resize(count);
    for (size_t i = 0; i < count; ++i) {
        take(joints[i].translations, 3, three, raw.tracks[i].translations);
        take(joints[i].rotations, 4, four, raw.tracks[i].rotations);
        take(joints[i].scales, 3, three, raw.tracks[i].scales);
    }
    auto player = std::make_unique<Player>();
    player->skeleton = offline::SkeletonBuilder()(raw_skeleton);
    player->animation = offline::AnimationBuilder()(raw);
    if (!player->skeleton || !player->animation) return nullptr;
    for (size_t i = 0; i < count; ++i) {
        if (player->skeleton->joint_names()[i] != std::to_string(i)) return nullptr;
    }
    player->joints_from_bind.assign(joints_from_bind, joints_from_bind + count);
    player->locals.resize(player->skeleton->num_soa_joints());
    player->models.resize(count);
    for (size_t i = 0; i < characters; ++i) {
        player->characters.push_back({starts[i], std::make_unique<SamplingJob::Context>(static_cast<int>(count))});
    }
    return player.release();
}

extern "C" void free_player(Player* player) { delete player; }

// Lets `dt` seconds pass, and writes each character's palette, one behind the other.
extern "C" void play(Player* player, float dt, Float4x4* palettes) {
    const float seconds = player->animation->duration();
    for (Character& character : player->characters) {
        character.time = std::fmod(character.time + dt, seconds);
        SamplingJob sampling;
        sampling.animation = player->animation.get();
        sampling.context = character.context.get();
        sampling.ratio = character.time / seconds;
        sampling.output = ozz::make_span(player->locals);
        sampling.Run();
        LocalToModelJob walk;
        walk.skeleton = player->skeleton.get();
        walk.input = ozz::make_span(player->locals);
        walk.output = ozz::make_span(player->models);
        walk.Run();
        for (size_t joint = 0; joint < player->models.size(); ++joint) {
            *palettes++ = player->models[joint] * player->joints_from_bind[joint];
        }
    }
}
